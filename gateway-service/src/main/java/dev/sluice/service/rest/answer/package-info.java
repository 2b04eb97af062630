/** Reads items and rows from the body of a reply. */
package dev.sluice.service.rest.answer;
