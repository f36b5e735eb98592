/** The files of a paste; none when it has text, to which spreadsheets add a picture and file managers file names. */
export function pastedFiles(data: Pick<DataTransfer, 'files' | 'getData'>) {
  const files = [...data.files]
  const lines = data.getData('text/plain').split(/[\r\n]+/)
  const isNamed = (line: string) => line.trim() === '' || files.some(({ name }) => line.trim().endsWith(name))
  return lines.every(isNamed) ? files : []
}
