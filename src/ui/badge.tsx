import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'
import tones from './tone.module.css'

export type Tone = 'ok' | 'info' | 'warn' | 'bad' | 'off'

/** A state as a dot and a text, so that it does not depend on colour. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={classNames(styles.tag, tones[tone])}>{children}</span>
}
