/** What requests touch, and which of them conflict. */
package dev.sluice.service.core.footprint;
