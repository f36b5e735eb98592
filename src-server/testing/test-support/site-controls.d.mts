/** A second owner confirms controls without an amount, and stays. */
export function askNoSecondPerson(url: string, owner: { username: string; password: string }): Promise<void>
