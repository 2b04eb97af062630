/**
 * An operator's acts on a running gateway, over HTTP: who may, how it is asked, and the line that is left of it. Knows
 * nothing of how it is done.
 */
package dev.sluice.service.admin.control;
