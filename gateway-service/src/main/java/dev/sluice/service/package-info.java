/** The gateway: the core component with its duty cycle, and the program that runs it. */
package dev.sluice.service;
