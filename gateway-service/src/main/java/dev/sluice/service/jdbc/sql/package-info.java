/** The text of statements: what it says and how parameters are put into it. Opens no connection. */
package dev.sluice.service.jdbc.sql;
