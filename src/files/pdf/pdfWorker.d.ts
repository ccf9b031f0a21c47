/** The part of pdfjs that parses: it registers itself when it is loaded, and has no types of its own. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs';
