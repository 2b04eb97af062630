/** The commands of operators for a lane's gateway, and its answers: notices that are stored with the lane. */
package dev.sluice.service.control;
