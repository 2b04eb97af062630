/** The live page of a gateway: what it does and did, kept for an hour, as a page of HTML, as text for a terminal and as JSON. */
package dev.sluice.service.admin.page;
