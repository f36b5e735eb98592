export function LogoMark({ className }: { className: string }) {
  return (
    <svg className={className} width="34" height="24" viewBox="0 0 34 24" aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M3 0h28a3 3 0 0 1 3 3v15l-3 3-3.4-3-3.4 3-3.4-3-3.4 3-3.4-3-3.4 3-3.4-3L3 21l-3-3V3a3 3 0 0 1 3-3Zm10 3.5a1.5 1.5 0 0 0 0 3h8a1.5 1.5 0 0 0 0-3Z"
      />
    </svg>
  )
}
