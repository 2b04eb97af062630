/** {@code sluice init}: writes a project with lookups, a job and a test from a database's catalog. */
package dev.sluice.service.init;
