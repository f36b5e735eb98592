/** Compiles only while no dependency brings the types of Node into the browser's project. */
type Absent<Name extends never> = Name
export type NodeGlobals = Absent<Extract<keyof typeof globalThis, 'Buffer' | 'process'>>
