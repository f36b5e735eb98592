import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import styles from './shortcuts-dialog.module.css'
import { singleKeys } from './single-keys.tsx'

const groups: readonly { title: string; keys: readonly (readonly [keys: string, does: string])[] }[] = [
  {
    title: 'Move',
    keys: [
      ['J K', 'Next and previous submission'],
      ['↓ ↑', 'The same, in the list'],
      ['Enter', 'Open the one in the list'],
      ['/', 'Search'],
      ['X', 'Select it for a bulk decision'],
      ['Shift X', 'Select all from the last selected one to this one'],
    ],
  },
  {
    title: 'Look',
    keys: [
      ['V', 'Reveal or hide the security code'],
      ['Shift V', 'Reveal or hide the card number'],
      ['← →', 'Previous and next file, in the photos'],
      ['+ - 0', 'Zoom in, zoom out, show the whole photo'],
      ['Shift ↑ ↓ ← →', 'Move a zoomed photo'],
      ['[ ]', 'Rotate left and right'],
      ['I', 'Contrast, inverted, as photographed'],
      ['F', 'Full size; Escape closes it'],
    ],
  },
  {
    title: 'Decide',
    keys: [
      ['1 2 3 4 5', 'Pending, Processing, Completed, Rejected, Failed'],
      ['R', 'Reasons: type a number or a word, Enter takes it and leaves, Escape leaves'],
      ['S', 'Save'],
      ['N', 'Save and next'],
      ['Z', 'Undo, for 8 seconds'],
      ['?', 'These keys'],
    ],
  },
]

/** The keyboard shortcuts of the review view, and the switch for single keys. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const areOn = singleKeys.use()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="large"
      title="Keys"
      description="They act while the focus is in no field and no dialog is open. Everything has a button as well."
    >
      <Checkbox label="Single keys are on" checked={areOn} onCheckedChange={singleKeys.set} />
      <div className={styles.groups}>
        {groups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl className={styles.keys}>
              {keys.map(([names, does]) => (
                <div key={names}>
                  <dt>
                    {names.split(' ').map((name) => (
                      <kbd key={name}>{name}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
