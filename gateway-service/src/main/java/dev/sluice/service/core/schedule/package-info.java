/** Starts the planned calls: decides which call must wait for which, and tracks the condition of each backend. */
package dev.sluice.service.core.schedule;
