/** A failure that the user can fix: what went wrong and what to do about it. */
export class StartError extends Error {
  /**
   * @param {string} part what failed, for example "MongoDB"
   * @param {string} message what went wrong
   * @param {{ toDo?: string, cause?: unknown }} [more] what to do about it, and the error behind it
   */
  constructor(part, message, { toDo, cause } = {}) {
    super(message, { cause });
    this.name = 'StartError';
    this.part = part;
    this.toDo = toDo;
  }
}
