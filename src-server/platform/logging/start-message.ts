/** Before the first sign-in of staff also the staff area and example data. `ownerLine` has the one-time password. */
export function startMessage(
  address: string,
  { ownerLine, isTerminal }: { ownerLine: string | undefined; isTerminal: boolean },
) {
  const open = `Gift Card Exchange is open on ${address}\n`
  const end = isTerminal ? 'Ctrl-C stops it.\n' : ''
  if (ownerLine === undefined) return open + end
  const staffArea = `Staff area: ${address.replace(/\/$/, '')}/admin\n`
  return `\n${open}${ownerLine}${staffArea}Example data, in another terminal: npm run db:seed\n${end}\n`
}
