/**
 * The differences between databases: the forms that ask several items at once, types of parameters, volatile functions.
 */
package dev.sluice.service.jdbc.dialect;
