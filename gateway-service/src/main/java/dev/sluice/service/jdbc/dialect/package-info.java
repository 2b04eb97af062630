/**
 * The differences between databases: forms for several items at once, types of parameters, volatile functions.
 */
package dev.sluice.service.jdbc.dialect;
