/** The state of a running gateway and its work in the last hour, as a web page, as JSON and as text. */
package dev.sluice.service.admin.page;
