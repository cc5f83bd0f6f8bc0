/** Path of the template of lines of Forms 1099-DA, under the API host. */
export const BROKER_LINE_TEMPLATE_PATH = '/broker_forms/form-1099-da.csv'
