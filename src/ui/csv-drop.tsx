import { useState } from 'react'
import { CallNotice } from './call-notice.tsx'
import type { CallError } from './call-problem.ts'
import { FileDrop } from './file-drop.tsx'
import { Notice } from './notice.tsx'

type CsvDropProps = {
  maxBytes: number
  tooLarge: string
  isReading: boolean
  error: CallError | null
  onStart: () => void
  onRead: (csv: string) => void
}

export function CsvDrop({ maxBytes, tooLarge, isReading, error, onStart, onRead }: CsvDropProps) {
  const [problem, setProblem] = useState<string>()
  async function take(files: readonly File[]) {
    const [file, second] = files
    if (!file || isReading) return
    onStart()
    setProblem(undefined)
    if (second) return setProblem('Choose one file.')
    if (file.size > maxBytes) return setProblem(tooLarge)
    const csv = await file.text().catch(() => undefined)
    if (csv === undefined) return setProblem("The browser couldn't read the file. Choose it again.")
    onRead(csv)
  }
  return (
    <>
      <FileDrop label="CSV file" accept=".csv,text/csv" isBusy={isReading} onFiles={(files) => void take(files)}>
        {isReading ? 'Reading the file...' : 'Drop a CSV file here, or choose it'}
      </FileDrop>
      {problem ? (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      ) : (
        <CallNotice error={error} />
      )}
    </>
  )
}
