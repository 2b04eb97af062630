/** What an operator wants of a lane's gateway, and what it has done: notices kept with the lane. */
package dev.sluice.service.control;
