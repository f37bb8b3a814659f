/**
 * Assignments for operators: a part of the endpoint, health and meters.
 */
@NullMarked
package io.github.leaderelection.internal.assignment.actuate;

import org.jspecify.annotations.NullMarked;
