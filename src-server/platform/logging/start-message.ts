/**
 * What a start prints when the site listens: its address, after the first start also the staff area and example data,
 * and in a terminal how to stop. The log of a supervisor gets one line per start.
 * @param ownerLine the line with the one-time password, at the first start
 */
export function startMessage(
  address: string,
  { ownerLine, isTerminal }: { ownerLine: string | undefined; isTerminal: boolean },
): string {
  const first =
    ownerLine === undefined
      ? ''
      : `${ownerLine}Staff area: ${address.replace(/\/$/, '')}/admin\nExample data, in another terminal: npm run db:seed\n`
  return `Gift Card Exchange is open on ${address}\n${first}${isTerminal ? 'Ctrl-C stops it.\n' : ''}`
}
