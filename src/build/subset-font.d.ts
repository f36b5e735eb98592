declare module 'subset-font' {
  type Options = {
    targetFormat?: 'woff2'
    variationAxes?: Readonly<Record<string, number | { min: number; max: number }>>
  }
  /** The font with the glyphs of `text` only. */
  function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>

  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default subsetFont
}
