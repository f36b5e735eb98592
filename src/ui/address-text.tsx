import { Fragment } from 'react'

/** Text that may be or have an e-mail address: a line breaks after its @, not inside a word or at '…'. */
export function AddressText({ children }: { children: string }) {
  return (
    <span className="breaks">
      {(children.match(/[^@]*@|[^@]+$/g) ?? []).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part.split(/(\s+)/).map((word) => (word.includes('…') ? <Masked key={word}>{word}</Masked> : word))}
        </Fragment>
      ))}
    </span>
  )
}

function Masked({ children }: { children: string }) {
  return <span className="nowrap">{children}</span>
}
