import type { ReactNode, Ref } from 'react'

type SectionProps = {
  id: string
  title: ReactNode
  level?: 2 | 3 | 4
  headClass?: string | undefined
  /** Moves the focus to the heading when what had it is gone. */
  headRef?: Ref<HTMLHeadingElement>
  className?: string
  children: ReactNode
}

/** A section that its heading names. */
export function Section({ id, title, level = 3, headClass, headRef, className, children }: SectionProps) {
  const Heading = `h${level}` as const
  return (
    <section aria-labelledby={id} className={className}>
      <Heading ref={headRef} id={id} className={headClass} tabIndex={headRef ? -1 : undefined}>
        {title}
      </Heading>
      {children}
    </section>
  )
}
