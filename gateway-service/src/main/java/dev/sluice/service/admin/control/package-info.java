/**
 * What an operator can have a running gateway do, over HTTP: who may, how it is asked, and the line that is left of it. Knows
 * nothing of how it is done.
 */
package dev.sluice.service.admin.control;
