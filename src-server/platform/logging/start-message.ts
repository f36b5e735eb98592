/**
 * What a start prints when the site listens: its address, before the first sign-in of staff also the staff area and
 * example data, as a block between empty lines, because the log has lines before and after it; and in a terminal how to
 * stop. The log of a supervisor gets one line per start after that.
 * @param ownerLine the line with the one-time password, until a member of staff has signed in
 */
export function startMessage(
  address: string,
  { ownerLine, isTerminal }: { ownerLine: string | undefined; isTerminal: boolean },
): string {
  const open = `Gift Card Exchange is open on ${address}\n`
  const end = isTerminal ? 'Ctrl-C stops it.\n' : ''
  if (ownerLine === undefined) return open + end
  const staffArea = `Staff area: ${address.replace(/\/$/, '')}/admin\n`
  return `\n${open}${ownerLine}${staffArea}Example data, in another terminal: npm run db:seed\n${end}\n`
}
