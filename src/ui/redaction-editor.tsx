import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { afterKey, boxBetween, isMeant, middleBox, placeOf, pointAt, whyNoBox } from '#client/lib/redaction-boxes.ts'
import type { Box } from '#shared/redaction.ts'
import styles from './redaction-editor.module.css'
import { SmallButton } from './row-button.tsx'

type RedactionEditorProps = {
  src: string
  boxes: readonly Box[]
  onBoxes: (boxes: readonly Box[]) => void
}
type Point = { x: number; y: number }

/** Arrow keys move the focused box, with Shift they resize it; Delete removes it. */
export function RedactionEditor({ src, boxes, onBoxes }: RedactionEditorProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<{ from: Point; box: Box }>()
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
