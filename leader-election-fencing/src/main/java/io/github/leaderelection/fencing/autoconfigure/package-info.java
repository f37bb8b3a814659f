/**
 * Auto-configuration of fencing: guard, clients, filter and meters. Called by Spring
 * Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.fencing.autoconfigure;

import org.jspecify.annotations.NullMarked;
