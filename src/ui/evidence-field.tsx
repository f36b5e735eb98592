import { useEffect, useState } from 'react'
import { pastedFiles } from '#client/lib/pasted-files.ts'
import { drawEvidence } from '#client/lib/send-evidence.ts'
import { useObjectUrl } from '#client/lib/use-object-url.ts'
import type { Box } from '#shared/redaction.ts'
import { Checkbox } from './checkbox.tsx'
import { FileDrop } from './file-drop.tsx'
import { PageTurn } from './page-turn.tsx'
import { RedactionEditor } from './redaction-editor.tsx'
import { SmallButton } from './row-button.tsx'

export type Evidence = { file: File; boxes: readonly Box[]; isClean: boolean }

export function whyNotSent(evidence: Evidence | undefined) {
  if (!evidence || evidence.boxes.length > 0 || evidence.isClean) return undefined
  return 'Draw a box over what can be spent, or tick that nothing can.'
}

type EvidenceFieldProps = {
  orderId: string
  value: Evidence | undefined
  onChange: (value: Evidence | undefined) => void
}

/** A picture of what was seen, or a page of a PDF: dropped, pasted or chosen, and redacted before it is sent. */
export function EvidenceField({ orderId, value, onChange }: EvidenceFieldProps) {
  const src = useObjectUrl(value?.file)
  const [pdf, setPdf] = useState<{ file: File; page: number; count: number; drawn: File }>()
  const [problem, setProblem] = useState<string>()
  const [isDrawing, setIsDrawing] = useState(false)
  const choose = (file: File) => onChange({ file, boxes: [], isClean: false })
  async function draw(file: File, page: number) {
    setIsDrawing(true)
    const answer = await drawEvidence(orderId, file, page)
    setIsDrawing(false)
    setProblem('refusal' in answer ? answer.refusal.message : undefined)
    if ('refusal' in answer) return
    setPdf({ file, page, count: answer.count, drawn: answer.file })
    choose(answer.file)
  }
  const take = (files: readonly File[]) => {
    const file = files.find(({ type }) => type === 'application/pdf' || type.startsWith('image/'))
    if (file?.type === 'application/pdf') void draw(file, 1)
    else if (file) choose(file)
  }
  useEffect(() => {
    if (value) return
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData ? pastedFiles(event.clipboardData) : []
      const file = files.find(({ type }) => type.startsWith('image/'))
      if (!file) return
      event.preventDefault()
      choose(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  })
  if (!value || !src)
    return (
      <div className="stack gap-1">
        <FileDrop label="Picture of what you saw" isBusy={isDrawing} onFiles={take}>
          Drop, paste or choose a picture or PDF
        </FileDrop>
        {problem !== undefined && (
          <p role="alert" className="bad">
            {problem}
          </p>
        )}
      </div>
    )
  return (
    <div className="stack gap-2">
      <RedactionEditor src={src} boxes={value.boxes} onBoxes={(boxes) => onChange({ ...value, boxes })} />
      {pdf && pdf.drawn === value.file && (
        <PageTurn
          page={pdf.page}
          count={pdf.count}
          fileName={pdf.file.name}
          onPage={(page) => void draw(pdf.file, page)}
        />
      )}
      {value.boxes.length === 0 && (
        <Checkbox
          label="Nothing on this picture can be spent"
          checked={value.isClean}
          onCheckedChange={(isClean) => onChange({ ...value, isClean })}
        />
      )}
      <div>
        <SmallButton variant="quiet" onClick={() => onChange(undefined)}>
          Remove the picture
        </SmallButton>
      </div>
    </div>
  )
}
