/**
 * The files of a paste; none when it has text. Spreadsheets and word processors add a picture of the text to it, file
 * managers the names or paths of the files.
 */
export function pastedFiles(data: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const files = [...data.files]
  const lines = data.getData('text/plain').split(/[\r\n]+/)
  const isNamed = (line: string) => line.trim() === '' || files.some(({ name }) => line.trim().endsWith(name))
  return lines.every(isNamed) ? files : []
}
