/** What every page does with a script: it registers what stays when the page is closed. */
export {};
