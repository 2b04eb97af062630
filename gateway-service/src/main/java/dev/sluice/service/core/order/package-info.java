/** What an operator has ordered of a running gateway, and how its service thread hears of that. */
package dev.sluice.service.core.order;
