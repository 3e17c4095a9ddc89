if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

-- A todo is one line, whatever its length; a new line starts at the left.
vim.opt_local.textwidth = 0
vim.opt_local.autoindent = false
vim.opt_local.formatoptions:remove({ 't', 'c', 'a' })
vim.opt_local.breakindent = true
vim.opt_local.spell = false
vim.b.undo_ftplugin = 'setlocal textwidth< autoindent< formatoptions< breakindent< spell<'

if vim.g.todo_no_mappings then
  return
end

local function map(modes, keys, action, description)
  vim.keymap.set(modes, keys, action, { buffer = true, silent = true, desc = description })
end

local function on_range(name)
  local function here()
    local row = vim.fn.line('.')
    require('todo')[name](row, row + vim.v.count1 - 1)
  end
  local function on_selection()
    local first, last = vim.fn.line('v'), vim.fn.line('.')
    require('todo')[name](math.min(first, last), math.max(first, last))
    vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('<Esc>', true, false, true), 'n', false)
  end
  return here, on_selection
end

local tick, tick_selection = on_range('tick')
local star, star_selection = on_range('star')
map('n', '<CR>', tick, 'Tick off, or open again')
map('x', '<CR>', tick_selection, 'Tick off, or open again')
map('n', 'gs', star, 'On or off today’s list')
map('x', 'gs', star_selection, 'On or off today’s list')
map('n', 'K', '<Cmd>Todo detail<CR>', 'Detail')
map('n', 'g?', '<Cmd>Todo help<CR>', 'Help')
map({ 'n', 'x' }, ']]', [[<Cmd>call search('^#\%( \|$\)', 'W')<CR>]], 'Next heading')
map({ 'n', 'x' }, '[[', [[<Cmd>call search('^#\%( \|$\)', 'bW')<CR>]], 'Previous heading')
