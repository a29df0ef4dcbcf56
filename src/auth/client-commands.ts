/** Commands that set things right, as an operator types them for a directory. */
export interface ClientCommands {
  readonly reseal: string;
  readonly rotate: string;
}

/** `dataOption` is what each has to be given so that it is about the directory, with a blank before it. */
export function clientCommands(dataOption = ''): ClientCommands {
  return {
    reseal: `tidemark clients reseal${dataOption}`,
    rotate: `tidemark clients rotate ID${dataOption}`,
  };
}
