/**
 * Auto-configuration of the page.
 */
@NullMarked
package io.github.leaderelection.page.autoconfigure;

import org.jspecify.annotations.NullMarked;
