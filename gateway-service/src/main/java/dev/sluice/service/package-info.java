/** The gateway: the component with its duty cycle, and the program around it. */
package dev.sluice.service;
