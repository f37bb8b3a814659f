/**
 * What the starter changes in an application that has much else.
 */
@NullMarked
package io.github.leaderelection.compatibility;

import org.jspecify.annotations.NullMarked;
