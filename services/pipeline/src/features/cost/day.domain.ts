/** Days of budgets begin at midnight in Tehran, where most readers are. */
const TIME_ZONE = 'Asia/Tehran';
const format = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, dateStyle: 'short' });

/** The day of a time as `YYYY-MM-DD`. */
export const dayOf = (time: Date): string => format.format(time);
