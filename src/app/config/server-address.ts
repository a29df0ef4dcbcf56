/** A server that the processes of a service share, as a setting names it: plain data, so that threads can receive it. */
export interface ServerAddress {
  /** URL of the module that connects to it: a `StoreModule` or a `BusModule`. */
  readonly module: string;
  /** As the operator wrote it. It may contain a password. */
  readonly address: string;
}

/** A folder with all that a process needs to connect to the others, and the servers that it names. */
export interface ClusterServers {
  readonly folder: string;
  readonly store: ServerAddress;
  readonly bus: ServerAddress;
}
