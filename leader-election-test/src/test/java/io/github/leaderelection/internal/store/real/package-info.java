/**
 * What tests of stores with real servers have in common: bad networks, and nodes and
 * applications that lead in turn. The modules of the stores use it too.
 */
@NullMarked
package io.github.leaderelection.internal.store.real;

import org.jspecify.annotations.NullMarked;
