/**
 * Auto-configuration of fencing: guard, clients, filter and meters. Called by Spring
 * Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.fencing;

import org.jspecify.annotations.NullMarked;
