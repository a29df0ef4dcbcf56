/** Something that must never happen. It ends the run of a seed. */
export class Violation extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'Violation';
  }
}
