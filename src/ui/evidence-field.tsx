import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { pastedFiles } from '#client/lib/pasted-files.ts'
import { afterKey, boxBetween, isMeant, middleBox, placeOf, pointAt, whyNoBox } from '#client/lib/redaction-boxes.ts'
import { drawEvidence } from '#client/lib/send-evidence.ts'
import { useObjectUrl } from '#client/lib/use-object-url.ts'
import type { Box } from '#shared/redaction.ts'
import { SmallButton } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { FileDrop } from './file-drop.tsx'
import { PageTurn } from './page-turn.tsx'
import styles from './redaction-editor.module.css'

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

type RedactionEditorProps = { src: string; boxes: readonly Box[]; onBoxes: (boxes: readonly Box[]) => void }
/** Arrow keys move the focused box, with Shift they resize it; Delete removes it. */
function RedactionEditor({ src, boxes, onBoxes }: RedactionEditorProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<{ from: { x: number; y: number }; box: Box }>()
  const help = useId()
  const full = whyNoBox(boxes)

  const sizeOfStage = () => stage.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
  function pointOf({ clientX, clientY }: PointerEvent) {
    const size = sizeOfStage()
    return pointAt({ x: clientX - size.left, y: clientY - size.top }, size)
  }
  function begin(event: PointerEvent) {
    if (event.button !== 0 || full || (event.target as Element).closest('button')) return
    event.preventDefault()
    stage.current?.setPointerCapture(event.pointerId)
    const from = pointOf(event)
    setDrawing({ from, box: boxBetween(from, from) })
  }
  function draw(event: PointerEvent) {
    if (drawing) setDrawing({ ...drawing, box: boxBetween(drawing.from, pointOf(event)) })
  }
  function end() {
    if (!drawing) return
    if (isMeant(drawing.box, sizeOfStage())) onBoxes([...boxes, drawing.box])
    setDrawing(undefined)
  }
  function press(event: KeyboardEvent, at: number, box: Box) {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onBoxes(boxes.filter((_, other) => other !== at))
      return
    }
    const next = afterKey(box, event.key, event.shiftKey)
    if (!next) return
    event.preventDefault()
    onBoxes(boxes.map((each, other) => (other === at ? next : each)))
  }
  return (
    <div className="stack gap-2">
      <div
        ref={stage}
        className={`positioned ${styles.stage}`}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={() => setDrawing(undefined)}
      >
        <img src={src} alt="What you add" draggable={false} className={styles.picture} />
        {boxes.map((box, at) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no identity besides their place
            key={at}
            type="button"
            className={styles.box}
            style={placeOf(box)}
            aria-label={`Black box ${at + 1}`}
            aria-describedby={help}
            onKeyDown={(event) => press(event, at, box)}
          />
        ))}
        {drawing && <span className={styles.box} style={placeOf(drawing.box)} />}
      </div>
      <p id={help} className="muted text-sm">
        Drag to draw a black box over numbers and codes. On a box, the arrow keys move it, Shift and an arrow key resize
        it, Delete removes it.
      </p>
      <div className="cluster gap-2">
        <SmallButton disabledReason={full} onClick={() => onBoxes([...boxes, middleBox])}>
          Add a box
        </SmallButton>
        {boxes.length > 0 && (
          <SmallButton variant="quiet" onClick={() => onBoxes(boxes.slice(0, -1))}>
            Remove the last box
          </SmallButton>
        )}
      </div>
    </div>
  )
}
