/** An operator's orders of a running gateway, and their way to its service thread. */
package dev.sluice.service.core.order;
