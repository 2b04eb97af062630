/** Makes the planned calls: what must wait for what, and how each backend is. */
package dev.sluice.service.core.schedule;
