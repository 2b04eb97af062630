/** The site of the documents, made of docs/ by Maven alone. */
package dev.sluice.site;
