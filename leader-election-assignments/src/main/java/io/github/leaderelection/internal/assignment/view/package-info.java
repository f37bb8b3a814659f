/**
 * What operators see of assignments, drawn from the states of the protocol.
 */
@NullMarked
package io.github.leaderelection.internal.assignment.view;

import org.jspecify.annotations.NullMarked;
