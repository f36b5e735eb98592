declare module 'subset-font' {
  type Options = {
    targetFormat?: 'woff2'
    variationAxes?: Readonly<Record<string, number | { min: number; max: number }>>
  }
  function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>

  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default subsetFont
}
