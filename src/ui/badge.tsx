import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './badge.module.css'
import tones from './tone.module.css'

export type Tone = 'ok' | 'info' | 'warn' | 'bad' | 'off'

/** A state as a dot and a word; the colour only helps. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={classNames(styles.tag, tones[tone])}>{children}</span>
}
