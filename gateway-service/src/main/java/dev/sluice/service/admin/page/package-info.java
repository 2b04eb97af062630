/** How a gateway is, told by itself: what it does and did, kept for an hour, as a page, as JSON and as text. */
package dev.sluice.service.admin.page;
