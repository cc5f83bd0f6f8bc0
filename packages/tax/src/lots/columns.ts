/** A column of whole numbers that grows. */
export class IntColumn {
  values: Int32Array<ArrayBuffer>

  constructor(capacity: number) {
    this.values = new Int32Array(Math.max(capacity, 16))
  }

  /** Make room for a row of this number. */
  reach(row: number): void {
    if (row < this.values.length) return
    const grown = new Int32Array(Math.max(row + 1, Math.ceil(this.values.length * 1.6)))
    grown.set(this.values)
    this.values = grown
  }
}
