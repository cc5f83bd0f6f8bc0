import { Suspense } from 'react'
import { type RoadProps, useSlots } from './slots.ts'

/** The steps of the road on a screen, with their place from the start, so that nothing moves when they come. */
export function RoadPlace(props: RoadProps) {
  const { Road } = useSlots()
  return (
    <div className="min-h-[62px]">
      <Suspense>
        <Road {...props} />
      </Suspense>
    </div>
  )
}
